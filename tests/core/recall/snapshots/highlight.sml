<knowledge_updates>
<update subject="mira" old="Leeds" old_date="2025-01-03" new="York" new_date="2025-01-04" />
</knowledge_updates>
<most_relevant>
<state date="2025-01-09">checkout (cart=3; coupon=X1; step=pay)</state>
<goal state="active" priority="high" date="2025-01-14">Refund order 88<criteria>money is back, [CURRENT] or not</criteria></goal>
<consent action="grants" subject="did:ex:mira" date="2025-01-17"><scope>marketing</scope><grantee>did:ex:cafe</grantee></consent>
<fact confidence="0.90" date="2025-01-02">mira prefers oat milk</fact>
<recommendation target="qry:daily" severity="high" date="2025-01-19">count=3, metric=hit_rate</recommendation>
</most_relevant>
<additional_context>
<event role="user" date="2025-01-07">Where is my parcel?
It was due &lt;yesterday&gt;.</event>
<event role="assistant" date="2025-01-08"><text>I look it up.</text><tool_use name="lookup" id="t1"><args format="json">{&quot;order&quot;:88}</args></tool_use></event>
<tool tool="lookup" status="ok" date="2025-01-11">{&quot;order&quot;: 88, &quot;at&quot;: &quot;depot&quot;} (12ms)</tool>
<tool tool="carrier" status="fail" date="2025-01-12">timeout: 5s
# partial</tool>
<observation observer="probe-1" date="2025-01-13">latency: p95 rising</observation>
[OUTDATED] <fact date="2025-01-05">mira is a night owl</fact>
<reasoning date="2025-01-15"><conclusion>- the depot lost it</conclusion><premises count="2"/></reasoning>
<workflow name="release" trigger="tag" nodes="3" edges="2" bindings="build=h1, ship=h2" date="2025-01-10">build -&gt; test; test -&gt; ship [when green] [max 2x]</workflow>
<consensus agreed="3" dissent="1" date="2025-01-16">refund before Friday</consensus>
<skill name="triage" domain="support" date="2025-01-18">sort tickets<when_to_use>on Mondays</when_to_use><instructions>1. read
2. label</instructions></skill>
<trigger kind="cron" date="2025-01-20"><field name="at">09:00</field><field name="days">[1,5]</field></trigger>
<grain type="note" date="2025-01-21"><field name="007">true</field><field name="body">ring back</field><field name="to">bo</field></grain>
</additional_context>
<expansion_results>
<fact date="2025-01-22">bo shares mira&apos;s cart</fact>
</expansion_results>
