"""Near-duplicates agree in what decides: numbers, negations, identifiers, names, questions, code, indentation."""

import pytest

from contextc.passes.guards import Guards

NUMBERS = [
    ("retry 5 times", "retry 6 times"),
    ("retry 5 times", "retry times"),
    ("5 apples and 7 pears", "7 apples and 5 pears"),
    ("wait 5 minutes", "wait 5 hours"),
    ("about -5 degrees", "about 5 degrees"),
    ("grew by 5%", "grew by 5"),
    ("retry five times", "retry six times"),
    ("the Second try", "the Third try"),
    ("twenty-one calls", "twenty-two calls"),
    ("٥ نسخ", "٦ نسخ"),
    ("½ cup", "¼ cup"),
    ("有三个节点", "有五个节点"),
    ("共〡〢〣个", "共〡〢〤个"),
    ("ມີ ໕ ອັນ", "ມີ ໖ ອັນ"),
    ("等5分钟吧", "等5小时吧"),
    ("drei Knoten", "vier Knoten"),
]
NEGATIONS = [
    ("it is not green", "it is green"),
    ("it isn't green", "it is green"),
    ("it isn\u2019t green", "it is green"),
    ("wait, do not restart", "do not wait, restart"),
    ("without a restart", "with a restart"),
    ("a no-op", "a noop"),
    ("le nœud n'est plus là", "le nœud est là"),
    ("das ist kein Fehler", "das ist ein Fehler"),
    ("no debe seguir", "debe seguir"),
    ("это не ошибка", "это ошибка"),
    ("ليس خطأ", "هو خطأ"),
    ("यह गलत नहीं है", "यह गलत है"),
    ("문제가 없다", "문제가 있다"),
    ("我们不重启", "我们重启"),
    ("不做甲只做乙", "做甲只不做乙"),
    ("再起動しない", "再起動する"),
    ("再起動せず、待つ", "再起動し、待つ"),
    ("ไม่ดี", "ดี"),
]
IDENTIFIERS = [
    ("use foo_bar", "use foo_baz"),
    ("import a.b", "import a.c"),
    ("call f() now", "call g() now"),
    ("take x[] here", "take y[] here"),
    ("take f(x) here", "take f(y) here"),
    ("the parseJson step", "the parseXml step"),
    ("run `git push` first", "run `git pull` first"),
    ("with --force set", "with --quiet set"),
    ("read /etc/hosts", "read /etc/passwd"),
    ("mail a@b.example", "mail a@c.example"),
    ("see https://a.example/x?y", "see https://a.example/x?z"),
    ("ask NASA first", "ask ESA first"),
    ("key=value set", "key=other set"),
    ("std::move it", "std::swap it"),
    ("the !ready case", "the ready case"),
    ("if a < b then", "if a > b then"),
    ("x += y", "x -= y"),
    ("ship it 👍", "ship it 👎"),
    ("price in €", "price in £"),
    ("go → there", "go ← there"),
    ("tag#one", "tag#two"),
]
NAMES = [
    ("then Ann pays Bob", "then Bob pays Ann"),
    ("A pays B", "B pays A"),
    ("we meet Zoë", "we meet Chloë"),
    ("部署到Paris机房", "部署到London机房"),
    ("der alte Knoten", "der alte Server"),
]
QUESTIONS = [("is it done?", "is it done."), ("好吗？", "好吗。"), ('is it "done?"', 'is it "done"')]
CODE = [
    ("if a:\n    b", "if a:\n  b"),
    ("if a:\n    b", "if a:\nb"),
    ("if a:\n\tb", "if a:\n    b"),
    ("  a\nb", "a\n  b"),
    ("\u3000a", "a"),
    ("so:\n```\nthis one\n```\n", "so:\n```\nthat one\n```\n"),
    ("so:\n~~~\nthis, one\n~~~\n", "so:\n~~~\nthis one\n~~~\n"),
]


@pytest.mark.parametrize(("one", "other"), [*NUMBERS, *NEGATIONS, *IDENTIFIERS, *NAMES, *QUESTIONS, *CODE])
def test_what_decides_is_guarded(one: str, other: str):
    """Two texts that differ in it have two guards."""
    of = Guards().of

    assert of(one) != of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the canary is green", "the canary looks fine"),
        ("The canary is green", "the canary is green"),
        ("it rained. The sun came", "it rained. A sun came"),
        ('he said: "Well, yes"', 'he said: "Now, yes"'),
        ("say (so). Then go", "say (so). Now go"),
        ("- one\n- two", "* one\n* two"),
        ("• Done", "• Gone"),
        ("# A heading", "## The heading"),
        ("Title\n=====\ntext", "A title\n=======\ntext"),
        ("| a | b |\n|---|---|", "| a | c |\n|-----|---|"),
        ("**bold** words, here", "bold words here!"),
        ("wrapped\ntext here", "wrapped text\nhere"),
        ("a — b", "a - b"),
        ("it doesn't wait", "it doesn\u2019t wait"),
        ("Not now", "not now"),
        ("wait…", "wait"),
        ("trailing \n \n", "trailing"),
        ("部署完了。", "部署失敗"),
        ("the well-known way", "the long-lost way"),
        ("", "..."),
    ],
)
def test_what_does_not_decide_is_not_guarded(one: str, other: str):
    """Ordinary words, their case, what begins a sentence, punctuation, emphasis, wrapping: one guard."""
    of = Guards().of

    assert of(one) == of(other)


def test_the_guard_is_what_decides_in_order():
    """Runs with what follows a number, unspaced words with their neighbours, quotations, fences, indents."""
    text = "Ask Ann in 5 days?\n  不行 `x y`\n```\nz\n```\n"

    runs, indents = ("Ann", "5 days", "?", "`x", "y`"), ("", "  ", "", "", "")

    assert Guards().of(text) == (runs, (" 不行",), ("`x y`",), ("```\nz\n```\n",), indents)


def test_what_is_known_of_a_word_does_not_change_a_guard():
    """A maker of guards that has seen other texts makes the same guard as a new one."""
    guards = Guards()
    texts = [text for pair in (*NUMBERS, *NEGATIONS, *IDENTIFIERS, *NAMES) for text in pair]

    assert [Guards().of(text) for text in texts] == [guards.of(text) for text in (*texts, *texts)][len(texts) :]
