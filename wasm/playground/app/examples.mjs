// What the page begins with: an agent that looks for the cause of a failing test, as fragments, a transcript and a session.

/** @typedef {import("../types").Saved} Saved */

const RULES = `You repair failing tests in the payments service.
Never change a recorded fixture, and never push to main.
Say which line is wrong before you edit it.
`;

const TASK = `test_refund_rounding fails on CI since Tuesday. It passes on my laptop.
Find out why and propose the smallest fix.
`;

const LOG = [
  "collected 214 items",
  "tests/payments/test_capture.py ..................",
  ...Array.from({ length: 38 }, () => "WARNING ledger: replica lags, retrying read"),
  "tests/payments/test_refund.py ....F",
  ...Array.from({ length: 22 }, () => "WARNING ledger: replica lags, retrying read"),
  "FAILED tests/payments/test_refund.py::test_refund_rounding",
  "E   assert Decimal('10.04') == Decimal('10.05')",
  ...Array.from({ length: 14 }, () => "INFO pool: connection returned"),
  "1 failed, 213 passed in 41.20s",
  "",
].join("\n");

const CODE = `def refund(amount: Decimal, rate: Decimal) -> Decimal:
    """What a customer gets back."""
    return (amount * rate).quantize(CENT)  # rounding: from the context


def test_refund_rounding():
    assert refund(Decimal("20.10"), Decimal("0.5")) == Decimal("10.05")
`;

const GREP = `config/ci.py:12:    getcontext().rounding = ROUND_DOWN
config/local.py:9:  # default rounding, ROUND_HALF_EVEN
payments/fees.py:31:        fee.quantize(CENT, ROUND_HALF_UP)
payments/refund.py:3:    (amount * rate).quantize(CENT)
`;

const RUNBOOK = `Refunds and how they are paid out

A refund is requested by the shop or by support. It is checked against the captured payment, booked in the ledger, and paid out with the next batch. A refund that is larger than what is left of the payment is refused at once.

Why a refund test may fail: the ledger replica lags behind, the exchange table is missing, or the rounding of the decimal context differs between machines. Look at the last one first; it has bitten us before.

Partial refunds keep the share of the fee that belongs to the part that is kept. Disputed payments keep the whole fee. Support can waive it, and the waiver is booked on an account of its own so that the monthly report stays readable.

Batches leave in the early morning. A batch that fails is retried by hand, because a retry that pays twice is worse than one that pays late. Whoever is on call looks at the failed batch, compares it with the bank's own report, and releases what is missing.

The dashboard shows refunds by shop and by reason. Its numbers come from the replica, so they lag behind a little. A refund from a minute ago may still be missing. If one from an hour ago is missing, something is wrong with the queue.

Old shops still use the first version of the interface. It has no reasons and no partial refunds. We keep it alive until the last of them has moved, which was promised for spring and will be summer.
`;

const LUNCH = `The team's lunch is on Thursday, in the place with the green door. Tell Ana whether you come, she books the table. Whoever forgets to say so eats what is left, which last time was soup. The soup was good.
`;

const MEETING = `Notes of Monday's meeting

Ana showed the new report for shops. It is faster, and the colours are better for people who cannot tell red from green. Shops asked for an export; that comes later.

Jo moves to the search team in summer. We look for somebody who knows the ledger, or who wants to. The advertisement goes out this week, and everybody is asked to pass it on.

The office gets new chairs. Whoever wants to keep an old one puts a name on it. The kitchen is painted on Friday; please take your cups home before that, whatever stands there is thrown away.

${LUNCH}`;

/** @type {Saved} */
const fragments = {
  v: 1,
  query: "why does test_refund_rounding fail on CI?",
  budget: 500,
  fragments: [
    { name: "AGENTS.md", text: RULES, cache: true },
    { name: "the task", text: TASK, priority: 2 },
    { name: "ci.log", kind: "log", text: LOG },
    { name: "payments/refund.py", kind: "code", text: CODE },
    { name: "grep rounding", kind: "tool_result", text: GREP },
    { name: "runbook.md", text: RUNBOOK },
    { name: "the task, again", text: TASK },
    { name: "monday.md", text: MEETING },
  ],
};

/** @type {Saved} */
const transcript = {
  v: 1,
  mode: "transcript",
  query: "why does test_refund_rounding fail on CI?",
  budget: 500,
  transcript: `System: ${RULES}
User: ${TASK}
Assistant: I start with the log of the last run.

Tool: ${LOG}
Assistant: The assertion is one cent off, so something rounds differently. This is the function and its test:

\`\`\`python
${CODE}\`\`\`

Tool: ${GREP}
User: While you look: ${LUNCH}
Assistant: CI sets ROUND_DOWN in config/ci.py, line 12, and refund() takes its rounding from the context. Line 3 of payments/refund.py is wrong; it should name the rounding it wants.

User: Good. Do not touch config/ci.py, other tests depend on it. What is the smallest fix?
`,
};

const FIXED = CODE.replace("quantize(CENT)  # rounding: from the context", "quantize(CENT, ROUND_HALF_EVEN)");
const PASSED = LOG.replace(/^(FAILED|E ).*\n/gm, "")
  .replace("....F", ".....")
  .replace("1 failed, 213", "214");

/** @type {(["user" | "assistant", string] | [tool: string, input: object, result: string, isError?: boolean])[]} */
const TURNS = [
  ["user", `${RULES}\n${TASK}`],
  ["assistant", "I start with the log of the last run."],
  ["Bash", { command: "pytest tests/payments" }, LOG, true],
  ["Read", { file_path: "payments/refund.py" }, CODE],
  ["Grep", { pattern: "rounding|quantize", path: "." }, GREP],
  ["Read", { file_path: "docs/runbook.md" }, RUNBOOK],
  ["assistant", "CI sets ROUND_DOWN in config/ci.py, line 12, and refund() takes its rounding from the context."],
  ["user", "Good. Do not touch config/ci.py, other tests depend on it. What is the smallest fix?"],
  [
    "Edit",
    { file_path: "payments/refund.py", old_string: "quantize(CENT)" },
    "The file payments/refund.py was changed.",
  ],
  ["Read", { file_path: "payments/refund.py" }, FIXED],
  ["Bash", { command: "pytest tests/payments" }, PASSED],
  ["assistant", "refund() names its rounding now, and all 214 tests pass. config/ci.py is as it was."],
  ["user", "Write the message of the commit."],
];

/** @param {"user" | "assistant"} role @param {unknown} content */
const record = (role, content) => ({ type: role, sessionId: "example", message: { role, content } });

/** @type {Saved} */
const session = {
  v: 1,
  mode: "transcript",
  query: "",
  budget: 700,
  transcript: TURNS.flatMap(([who, said, result, isError], number) => {
    if (result === undefined) return [record(/** @type {"user" | "assistant"} */ (who), said)];
    const id = `toolu_${number}`;
    const answer = { type: "tool_result", tool_use_id: id, content: result, is_error: isError };
    return [record("assistant", [{ type: "tool_use", id, name: who, input: said }]), record("user", [answer])];
  })
    .map((each, number) =>
      JSON.stringify({ uuid: `${number}`, parentUuid: number > 0 ? `${number - 1}` : null, ...each }),
    )
    .join("\n"),
};

export const EXAMPLES = { fragments, transcript, session, empty: /** @type {Saved} */ ({ v: 1 }) };
