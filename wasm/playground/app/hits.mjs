// What the second tab begins with: what a support agent's memory recalled about a refund.

export const HITS = `[
  {"grain_type": "consent", "fields": {"subject_did": "did:ex:mira", "grantee_did": "did:ex:cafe", "scope": "order history"}, "created_at_sec": 1735689600, "score": 0.42},
  {"grain_type": "state", "fields": {"context": {"label": "refund open", "order": 88, "step": "waiting for the courier"}}, "created_at_sec": 1740787200, "score": 0.71},
  {"grain_type": "goal", "fields": {"description": "Refund order 88 before Friday", "goal_state": "active", "priority": "high", "criteria": "the money is back on Mira's card"}, "created_at_sec": 1740700800, "score": 0.93},
  {"grain_type": "fact", "fields": {"subject": "mira", "relation": "prefers", "object": "oat milk", "confidence": 0.9}, "created_at_sec": 1735776000, "score": 0.38},
  {"grain_type": "fact", "fields": {"subject": "phone", "relation": "is", "object": "030 111"}, "hash": "1111111111111111111111111111111111111111111111111111111111111111", "created_at_sec": 1735862400, "score": 0.66, "supersession_status": "superseded", "superseded_by_hash": "2222222222222222222222222222222222222222222222222222222222222222"},
  {"grain_type": "fact", "fields": {"subject": "phone", "relation": "is", "object": "030 222"}, "hash": "2222222222222222222222222222222222222222222222222222222222222222", "created_at_sec": 1739318400, "score": 0.69, "supersession_status": "current"},
  {"grain_type": "fact", "fields": {"subject": "mira", "relation": "owes", "object": "12 euros", "verification_status": "retracted"}, "created_at_sec": 1738368000, "score": 0.8},
  {"grain_type": "event", "fields": {"role": "user", "content": "My parcel came open, and the cups in it are broken.\\nCan I have the money back, please?"}, "created_at_sec": 1740614400, "score": 0.88},
  {"grain_type": "tool", "fields": {"tool_name": "courier_status", "is_error": true, "error": "timeout after 5 s", "duration_ms": 5003}, "created_at_sec": 1740790800, "score": 0.57},
  {"grain_type": "observation", "fields": {"observer_id": "support-bot", "subject": "mira", "object": "writes in short sentences, late in the evening"}, "created_at_sec": 1739404800, "score": 0.21},
  {"grain_type": "skill", "fields": {"name": "refund", "domain": "orders", "description": "Give money back for an order that arrived damaged.", "when_to_use": "the customer sent a picture", "proficiency": 0.8}, "created_at_sec": 1736294400, "score": 0.62},
  {"grain_type": "recommendation", "fields": {"target_ref": "order:88", "severity": "medium", "summary": {"args": {"action": "refund", "amount": 24.5}}}, "created_at_sec": 1740787260, "score": 0.74}
]
`;
