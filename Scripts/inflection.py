"""Inflects a clue for a base form to match an inflected answer: `Move fast` becomes `Moved fast`."""

import re

# Irregular verbs that clues are likely to begin with: base form, third person, past, participle, -ing form.
IRREGULAR = """
    be is was been being; have has had had having; do does did done doing; go goes went gone going;
    become becomes became become becoming; begin begins began begun beginning; bend bends bent bent bending;
    bind binds bound bound binding; bite bites bit bitten biting; blow blows blew blown blowing;
    break breaks broke broken breaking; bring brings brought brought bringing;
    build builds built built building; buy buys bought bought buying; cast casts cast cast casting;
    catch catches caught caught catching; choose chooses chose chosen choosing;
    cling clings clung clung clinging; come comes came come coming; cost costs cost cost costing;
    creep creeps crept crept creeping; cut cuts cut cut cutting; deal deals dealt dealt dealing;
    dig digs dug dug digging; draw draws drew drawn drawing; drink drinks drank drunk drinking;
    drive drives drove driven driving; eat eats ate eaten eating; fall falls fell fallen falling;
    feed feeds fed fed feeding; feel feels felt felt feeling; fight fights fought fought fighting;
    find finds found found finding; flee flees fled fled fleeing; fling flings flung flung flinging;
    fly flies flew flown flying; forget forgets forgot forgotten forgetting;
    freeze freezes froze frozen freezing; get gets got gotten getting; give gives gave given giving;
    grind grinds ground ground grinding; grow grows grew grown growing; hang hangs hung hung hanging;
    hear hears heard heard hearing; hide hides hid hidden hiding; hit hits hit hit hitting;
    hold holds held held holding; hurt hurts hurt hurt hurting; keep keeps kept kept keeping;
    know knows knew known knowing; lay lays laid laid laying; lead leads led led leading;
    leave leaves left left leaving; lend lends lent lent lending; let lets let let letting;
    lose loses lost lost losing; make makes made made making; mean means meant meant meaning;
    meet meets met met meeting; overcome overcomes overcame overcome overcoming; pay pays paid paid paying;
    put puts put put putting; quit quits quit quit quitting; read reads read read reading;
    rid rids rid rid ridding; ride rides rode ridden riding; ring rings rang rung ringing;
    rise rises rose risen rising; run runs ran run running; say says said said saying;
    see sees saw seen seeing; seek seeks sought sought seeking; sell sells sold sold selling;
    send sends sent sent sending; set sets set set setting; shake shakes shook shaken shaking;
    shed sheds shed shed shedding; shoot shoots shot shot shooting; show shows showed shown showing;
    shrink shrinks shrank shrunk shrinking; shut shuts shut shut shutting; sing sings sang sung singing;
    sink sinks sank sunk sinking; sit sits sat sat sitting; sleep sleeps slept slept sleeping;
    slide slides slid slid sliding; speak speaks spoke spoken speaking; speed speeds sped sped speeding;
    spend spends spent spent spending; spin spins spun spun spinning; split splits split split splitting;
    spread spreads spread spread spreading; spring springs sprang sprung springing;
    stand stands stood stood standing; steal steals stole stolen stealing;
    stick sticks stuck stuck sticking; strike strikes struck struck striking;
    swear swears swore sworn swearing; sweep sweeps swept swept sweeping;
    swell swells swelled swollen swelling; swim swims swam swum swimming; swing swings swung swung swinging;
    take takes took taken taking; teach teaches taught taught teaching; tear tears tore torn tearing;
    tell tells told told telling; think thinks thought thought thinking; throw throws threw thrown throwing;
    thrust thrusts thrust thrust thrusting; understand understands understood understood understanding;
    undergo undergoes underwent undergone undergoing; wake wakes woke woken waking;
    wear wears wore worn wearing; weave weaves wove woven weaving; weep weeps wept wept weeping;
    win wins won won winning; wind winds wound wound winding;
    withdraw withdraws withdrew withdrawn withdrawing; wring wrings wrung wrung wringing;
    write writes wrote written writing; lie lies lay lain lying; die dies died died dying;
    tie ties tied tied tying; bet bets bet bet betting; burst bursts burst burst bursting;
    swap swaps swapped swapped swapping; sling slings slung slung slinging;
    stride strides strode stridden striding; strip strips stripped stripped stripping;
    forbid forbids forbade forbidden forbidding; bear bears bore borne bearing;
    beat beats beat beaten beating; light lights lit lit lighting; slit slits slit slit slitting;
    mimic mimics mimicked mimicked mimicking; panic panics panicked panicked panicking;
    shine shines shone shone shining; sew sews sewed sewn sewing; mow mows mowed mown mowing
"""
FORMS = {verb.split()[0]: verb.split()[1:] for verb in IRREGULAR.split(";")}
PLACES = {"third": 0, "past": 1, "participle": 2, "ing": 3}
PLURALS = dict(
    pair.split()
    for pair in """
    man men; woman women; person people; child children; foot feet; tooth teeth; mouse mice; goose geese;
    knife knives; wife wives; life lives; leaf leaves; loaf loaves; half halves; shelf shelves; wolf wolves;
    thief thieves; sheep sheep; fish fish; deer deer; aircraft aircraft; someone people; calf calves; ox
    oxen; sandpiper sandpipers; hoof hooves; series series; species species; anyone people; salmon salmon;
    swine swine; craft craft
    """.split(";")
)
PLURAL_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}
# Words that may follow the head of a noun phrase.
AFTER_HEAD = set(
    """
    of for in with on at from to used made worn having between by like under over around about along near
    against without inside through into containing consisting covered attached held designed given not
    during
    """.split()
)
HINTS = {
    "plural": "plural",
    "third": "third person",
    "past": "past tense",
    "participle": "past participle",
    "ing": "-ing form",
    "er": "comparative",
    "est": "superlative",
}


def conjugated(verb: str, form: str) -> str:
    """A verb in its third person, past, participle or -ing form."""
    if verb in FORMS:
        return FORMS[verb][PLACES[form]]
    if form == "third":
        return plural_of_word(verb)
    stem = verb + verb[-1] if doubles_last(verb) else verb
    if form == "ing":
        return (verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else stem) + "ing"
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if re.search(r"[^aeiou]y$", verb) else stem + "ed"


def doubles_last(verb: str) -> bool:
    """Whether a verb doubles its last consonant before -ed and -ing, as a short stressed syllable does."""
    one_syllable = re.fullmatch(r"(qu|[^aeiou])*[aeiou][bdgklmnprt]", verb) is not None
    return one_syllable or verb in {
        "admit",
        "commit",
        "permit",
        "omit",
        "refer",
        "prefer",
        "occur",
        "control",
        "compel",
        "expel",
        "repel",
        "begin",
        "upset",
        "incur",
        "equip",
        "transfer",
        "submit",
        "kidnap",
        "worship",
        "handicap",
        "deter",
        "defer",
        "regret",
        "infer",
        "entrap",
    }


def plural_of_word(noun: str) -> str:
    """The plural of a noun, or the third person of a verb."""
    if noun in PLURALS:
        return PLURALS[noun]
    if noun.endswith("man"):
        return noun[:-3] + "men"
    if re.search(r"(s|x|z|ch|sh)$", noun) or noun in {"go", "do", "hero", "potato", "tomato", "echo", "veto"}:
        return noun + "es"
    return noun[:-1] + "ies" if re.search(r"[^aeiou]y$", noun) else noun + "s"


def in_form(clue: str, form: str, is_verb, is_noun) -> str | None:
    """A clue for the base form in another form; a hint is added where these rules cannot inflect it."""
    if form == "base":
        return clue
    if form in ("er", "est"):
        return compared(clue, form)
    if clue.startswith("Opposite of "):
        opposite = clue.split()[-1]
        return "Opposite of " + (plural_of_word(opposite) if form == "plural" else conjugated(opposite, form))
    text = clue if clue.startswith("I ") or clue.startswith("I'") else clue[0].lower() + clue[1:]
    found = pluralised(text, is_noun) if form == "plural" else all_conjugated(text, form, is_verb)
    return found[0].upper() + found[1:] if found else f"{clue} ({HINTS[form]})"


def compared(clue: str, form: str) -> str:
    """The clue of an adjective in the comparative or superlative."""
    words = clue.split()
    if len(words) == 1 or all(word.endswith(",") for word in words[:-1]):
        return ("More " if form == "er" else "Most ") + clue[0].lower() + clue[1:]
    return f"{clue} ({HINTS[form]})"


def all_conjugated(text: str, form: str, is_verb) -> str | None:
    """A verb phrase in another form: inflects the first verb and those joined by a comma, `or` or `and`."""
    parts = re.split(r"(,? or |,? and |, )", text)
    if not starts_with_verb(parts[0], is_verb):
        return None
    changed = [first_conjugated(parts[0], form)]
    joined = " " not in parts[0]
    for joint, part in zip(parts[1::2], parts[2::2], strict=True):
        verb = starts_with_verb(part, is_verb)
        if joined and verb:
            part = first_conjugated(part, form)
        elif verb and (joint != ", " and not joined):
            return None
        joined = joined and " " not in part
        changed += [joint, part]
    return "".join(changed)


def starts_with_verb(part: str, is_verb) -> bool:
    """Whether a phrase begins with the base form of a verb."""
    return is_verb(part.split()[0].strip(",")) if part.split() else False


def first_conjugated(part: str, form: str) -> str:
    first, space, rest = part.partition(" ")
    return conjugated(first, form) + space + rest


def pluralised(text: str, is_noun) -> str | None:
    """The plural of a noun phrase; None if its head is not clear."""
    if re.fullmatch(r"[a-z]+ or [a-z]+", text):
        return text.replace(" or ", " and ")
    if re.match(r"(it|one who) \w+ ", text) and not re.search(r" (it|its|his|her|he|she|one)\b", text):
        start, verb, rest = re.fullmatch(r"(it|one who) (\w+) (.*)", text).groups()
        return f"{'they' if start == 'it' else 'those who'} {plural_verb(verb)} {rest}"
    if text.endswith(" it"):
        return text[:-2] + "them"
    if text.startswith("one with "):
        return "those with " + text[9:]
    if ", " in text:
        singles = text.split(", ")
        simple = all(" " not in each and is_noun(each) for each in singles)
        return ", ".join(map(plural_of_word, singles)) if simple else None
    words = text.split()
    end = next((at for at, word in enumerate(words) if at and word in AFTER_HEAD), len(words))
    head, rest = words[end - 1], words[end:]
    # The head is plural already, as in `Fifty-two cards` for a deck.
    if len(head) > 3 and is_noun(head[:-1]) and head == plural_of_word(head[:-1]):
        return None
    if any(word.endswith("ing") for word in words[1 : end - 1]):
        return None
    if (
        head in {"one", "it", "opposite", "counterpart"}
        or head.endswith(("ness", "ing"))
        or (head.endswith("ity") and len(head) > 5)
    ):
        return None
    if {
        "that",
        "which",
        "who",
        "or",
        "and",
        "where",
        "whose",
        "a",
        "an",
        "when",
        "is",
        "the",
        "one",
        "can",
        "midway",
    } & set(words[:end]):
        return None
    if {"it", "its", "itself", "is", "has", "his", "her", "was"} & set(rest) or not is_noun(head):
        return None
    return " ".join(words[: end - 1] + [plural_of_word(head)] + rest)


def plural_verb(verb: str) -> str:
    """The plural of a verb in the third person: `keeps` becomes `keep`."""
    if verb in PLURAL_VERBS:
        return PLURAL_VERBS[verb]
    if re.search(r"(ss|x|z|ch|sh|o)es$", verb):
        return verb[:-2]
    return verb[:-3] + "y" if verb.endswith("ies") and len(verb) > 4 else verb.removesuffix("s")
