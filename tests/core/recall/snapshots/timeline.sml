<timeline order="chronological">
<fact confidence="0.90" date="2025-01-02">mira prefers oat milk</fact>
<delta days="2" label="2 days"/>
[CURRENT] <fact date="2025-01-04">mira lives in York</fact>
<delta days="1" label="1 day"/>
[OUTDATED] <fact date="2025-01-05">mira is a night owl</fact>
<delta days="2" label="2 days"/>
<event role="user" date="2025-01-07">Where is my parcel?
It was due &lt;yesterday&gt;.</event>
<delta days="1" label="1 day"/>
<event role="assistant" date="2025-01-08"><text>I look it up.</text><tool_use name="lookup" id="t1"><args format="json">{&quot;order&quot;:88}</args></tool_use></event>
<delta days="1" label="1 day"/>
<state date="2025-01-09">checkout (cart=3; coupon=X1; step=pay)</state>
<delta days="1" label="1 day"/>
<workflow name="release" trigger="tag" nodes="3" edges="2" bindings="build=h1, ship=h2" date="2025-01-10">build -&gt; test; test -&gt; ship [when green] [max 2x]</workflow>
<delta days="1" label="1 day"/>
<tool tool="lookup" status="ok" date="2025-01-11">{&quot;order&quot;: 88, &quot;at&quot;: &quot;depot&quot;} (12ms)</tool>
<delta days="1" label="1 day"/>
<tool tool="carrier" status="fail" date="2025-01-12">timeout: 5s
# partial</tool>
<delta days="1" label="1 day"/>
<observation observer="probe-1" date="2025-01-13">latency: p95 rising</observation>
<delta days="1" label="1 day"/>
<goal state="active" priority="high" date="2025-01-14">Refund order 88<criteria>money is back, [CURRENT] or not</criteria></goal>
<delta days="1" label="1 day"/>
<reasoning date="2025-01-15"><conclusion>- the depot lost it</conclusion><premises count="2"/></reasoning>
<delta days="1" label="1 day"/>
<consensus agreed="3" dissent="1" date="2025-01-16">refund before Friday</consensus>
<delta days="1" label="1 day"/>
<consent action="grants" subject="did:ex:mira" date="2025-01-17"><scope>marketing</scope><grantee>did:ex:cafe</grantee></consent>
<delta days="1" label="1 day"/>
<skill name="triage" domain="support" date="2025-01-18">sort tickets<when_to_use>on Mondays</when_to_use><instructions>1. read
2. label</instructions></skill>
<delta days="1" label="1 day"/>
<recommendation target="qry:daily" severity="high" date="2025-01-19">count=3, metric=hit_rate</recommendation>
<delta days="1" label="1 day"/>
<trigger kind="cron" date="2025-01-20"><field name="at">09:00</field><field name="days">[1,5]</field></trigger>
<delta days="1" label="1 day"/>
<grain type="note" date="2025-01-21"><field name="007">true</field><field name="body">ring back</field><field name="to">bo</field></grain>
<delta days="1" label="1 day"/>
<fact date="2025-01-22">bo shares mira&apos;s cart</fact>
<delta days="1" label="1 day"/>
<fact date="2025-01-23">cy asked for a refund, too</fact>
<delta days="1" label="1 day"/>
<event role="user" date="2025-01-24">Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? Any news? </event>
</timeline>
