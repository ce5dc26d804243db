"""What stands on score sheets in German, French, Italian, Spanish, Dutch and Chinese, by the English word that means the same."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from upcard.schemas.cards import SUIT_NAMES

_ABROAD: Final = {
    # what every sheet may have
    "date": "de tag spieltag | fr jour | it giorno | es día dia | nl dag | zh 日期 时间 時間",
    "dealer": "de geber kartengeber gibt | fr donneur donneuse | it mazziere mazzo cartaio | nl gever | es repartidor | zh 庄家 莊家 发牌 發牌",
    "hand": "de spiel runde partie blatt | fr donne manche jeu partie | it mano smazzata giro | es mão partida mano ronda | nl spel ronde"
    " | zh 局 局数 局數 轮 輪 盘",
    "player": "de spieler spielerin wer | fr joueur joueuse qui nom | it giocatore giocatrice giocatori chi nome"
    " | es jugador jugadora quién nombre | nl speler naam | zh 玩家 姓名 名字",
    "side": "de paar paarung | fr équipe equipe | it coppia squadra | es pareja equipo",
    "note": "de bemerkung bemerkungen anmerkung anmerkungen notiz | fr remarque remarques observations | it nota osservazioni"
    " | es nota notas | nl opmerking opmerkingen | zh 备注 備註",
    "place": "de ort spielort | fr lieu | it luogo | es lugar | nl plaats | zh 地点 地點",
    "session": "de tisch abend | it tavolo serata | nl tafel avond | zh 桌 桌号",
    "skip": "de uhrzeit zeit prüfsumme kontrolle | fr heure contrôle | it ora controllo",
    # what many games have
    "points": "de punkte punktzahl | it punti punteggio | es puntos | nl punten | zh 分 分数 分數 得分",
    "totals": "de summe gesamt gesamtpunkte zwischenstand | it totale progressivo | nl totaal | fr cumul | zh 总分 總分 累计 累計",
    "tricks": "de stiche stich | fr plis pli levées | it prese presa | es bazas baza | nl slagen | zh 墩 赢墩 贏墩",
    "trump": "de trumpf | fr atout | it briscola | nl troef | es triunfo | zh 主牌 将牌 將牌",
    "cards left": "de restkarten übrig karten\u00a0übrig | fr restantes cartes\u00a0restantes | es restantes cartas\u00a0restantes"
    " | it rimaste carte\u00a0rimaste | zh 剩牌 余牌 餘牌 剩余",
    "penalties": "de strafpunkte | fr pénalité pénalités | it penalità | zh 罚分 罰分",
    # what stands in one column of a hand
    "winner": "de gewinner gewinnerin sieger siegerin | fr gagnant gagnante vainqueur | it vincitore vincitrice | es ganador ganadora"
    " | nl winnaar gewonnen | de gewonnen | zh 赢家 贏家 胜者 勝者",
    "declarer": "de alleinspieler alleinspielerin spielmacher | fr preneur preneuse déclarant | it chiamante solista dichiarante",
    "defenders": "de gegner gegenspieler verteidiger | fr défenseurs défense | it difensori avversari",
    "landlord": "de grundherr gutsherr | fr propriétaire | it padrone | zh 地主",
    "farmers": "de bauern bauer | fr paysans fermiers | it contadini | nl boeren | zh 农民 農民",
    "bid": "de gebot ansage reizwert | fr enchère | it dichiarazione | es puja | nl bod | zh 叫分",
    "bids": "de gebote ansagen | fr enchères | it dichiarazioni | nl biedingen",
    "contract": "de kontrakt | fr contrat | it contratto | es contrato | nl contract",
    "bombs": "de bomben | fr bombes | it bombe | es bombas | nl bommen | zh 炸弹 炸彈",
    "won or lost": "de gewinn gewinn/verlust | en gain gains | fr gain/perte jetons | it vincita vincite gettoni | es fichas",
    "purse": "de guthaben | fr bourse | it borsa",
    "out": "de fertig | fr sorti sortie | it uscito uscita | nl uit",
    "cube": "de würfel | fr dé | it dado | nl dobbelsteen",
    "fold": "de ausgestiegen | fr abandon",
    "revoke": "de bedienfehler renonce | fr renonce | it rifiuto | es renuncio | nl verzaakt",
    "card points": "de kartenpunkte | it punti\u00a0carte | fr points\u00a0cartes",
    "figures": "de figuren bilder | fr figures | it figure | es figuras",
    "aces": "de asse | it assi | es ases",
    "melds": "de meldungen | fr annonces | it accuse accusi buongioco",
    "last": "de letzter\u00a0stich | fr dernier\u00a0pli | it ultima ultima\u00a0presa",
    # bets
    "bet": "de wette satz | fr mise\u00a0sur | it scommessa | es apuesta | zh 下注",
    "stake": "de einsatz | fr mise | it puntata posta | nl inzet | zh 注额 注額",
    "insured": "de versicherung versichert | fr assurance | it assicurazione",
    "noir": "de schwarz | it nero | es negro | zh 黑",
    "rouge": "de rot | it rosso | es rojo | zh 红 紅",
    "colour": "de farbe erste\u00a0karte | fr couleur\u00a0première première\u00a0carte | it colore prima\u00a0carta | nl kleur",
}
"""What stands above columns. Before the words of a language stand its two letters; `en` before those that are English as well."""
_WORDS_ABROAD: Final = {
    # what stands in cells
    "clubs": "de kreuz treff eichel | fr trèfle trefle trèfles | it fiori | es tréboles | nl klaver klaveren | zh 梅花 草花",
    "diamonds": "de karo schellen | fr carreau carreaux | it quadri | es diamantes | nl ruiten | zh 方块 方塊 方片",
    "hearts": "de herz | fr coeur cœur coeurs | it cuori | es corazones | nl harten | zh 红桃 紅桃 红心 紅心",
    "spades": "de pik schippen | fr pique piques | it picche | es picas | nl schoppen | zh 黑桃",
    "red": "de rot | fr rouge | it rosso | es rojo | nl rood | zh 红 紅",
    "black": "de schwarz | fr noir noire | it nero | es negro | nl zwart | zh 黑",
}
ALL_PASSED: Final = frozenset(
    {
        "alle gepasst",
        "alle passen",
        "eingepasst",
        "tout le monde passe",
        "tous passent",
        "tutti passano",
        "passano tutti",
    }
    | {"neu gegeben", "neu geben", "ungültig", "vergeben", "redonne", "annulé", "annulée", "annullata", "annullato"}
    | {"流局", "作废", "作廢", "无效"}
    | {"gestrichen", "barré", "barrée", "cancellata", "anulada", "ongeldig"}
)
"""What is written beside a hand that does not count."""


def _listed(told: str) -> Iterator[tuple[str, str]]:
    """Words, each with its language."""
    for part in told.split(" | "):
        language, *words = part.split(" ")
        yield from ((language, word.replace("\u00a0", " ")) for word in words)


_OTHERS: Final = {word: tuple(dict.fromkeys(one for _, one in _listed(told))) for word, told in _ABROAD.items()}
_SAID: Final = {word: tuple(one for _, one in _listed(told)) for word, told in _WORDS_ABROAD.items()}


def abroad(words: Iterable[str]) -> Iterator[str]:
    """What else stands above a column that has one of these words above it.

    >>> "geber" in abroad(["dealer"])
    True
    """
    for word in words:
        yield from _OTHERS.get(word, ())


def said_abroad(word: str) -> tuple[str, ...]:
    """What else is written for a word in a cell.

    >>> said_abroad("spades")[0]
    'pik'
    """
    return _SAID.get(word, ())


# ---- Which language a sheet is in, and what a letter for a suit means in it --------------------------------------------

LANGUAGES: Final = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "it": "Italian",
    "es": "Spanish",
    "nl": "Dutch",
    "zh": "Chinese",
}
_EDGES: Final = " .,:;()[]/"


def _by_language() -> dict[str, frozenset[str]]:
    """The languages of each word that stands above columns or means a suit; none of words that are English too."""
    found: dict[str, set[str]] = {}
    for told in [*_ABROAD.values(), *(_WORDS_ABROAD[suit] for suit in SUIT_NAMES.values())]:
        for language, word in _listed(told):
            found.setdefault(word, set()).add(language)
    return {word: frozenset(languages) for word, languages in found.items() if "en" not in languages}


_LANGUAGES_OF: Final = _by_language()


def languages_of(words: Iterable[str]) -> frozenset[str]:
    """The languages that a sheet may be in by its headings and the suits that it names, where these are not English. None, if no word tells.

    >>> sorted(languages_of(["Geber", "Stiche Ada/Cem", "Partie"])), sorted(languages_of(["Ann", "dealer"]))
    (['de'], [])
    """
    told = [
        _LANGUAGES_OF[word]
        for text in words
        for word in dict.fromkeys(one.strip(_EDGES) for one in (text.casefold(), *text.casefold().split()))
        if word in _LANGUAGES_OF
    ]
    return frozenset.intersection(*told) or frozenset.union(*told) if told else frozenset()


def _begun(letter: str, language: str) -> dict[str, str]:
    """The suits whose words begin with a letter in a language, each with the first such word."""
    return {
        suit: next(iter(words))
        for suit in SUIT_NAMES.values()
        if (
            words := [
                word
                for of, word in (("en", suit), *_listed(_WORDS_ABROAD[suit]))
                if of == language and word.startswith(letter)
            ]
        )
    }


def suits_by_letter(letters: Collection[str], languages: Collection[str]) -> dict[str, dict[str, str]]:
    """What the letters for suits of a sheet may mean: the names of suits, each with the word in the language of the sheet. letters:
    all that stand in it; languages: those that its words tell. Where they tell none it is English, if all the letters are.

    >>> suits_by_letter({"c", "q"}, {"it"})["c"], suits_by_letter({"c", "h"}, ())["c"]
    ({'hearts': 'cuori'}, {'clubs': 'clubs'})
    >>> suits_by_letter({"c"}, {"fr"})["c"]
    {'diamonds': 'carreau', 'hearts': 'coeur'}
    """
    ranks = ([*languages], ["en"]) if languages else (["en"], [one for one in LANGUAGES if one != "en"])
    fitting = ([one for one in rank if all(_begun(letter, one) for letter in letters)] for rank in ranks)
    may_be = next((some for some in fitting if some), LANGUAGES)
    return {letter: {suit: word for one in may_be for suit, word in _begun(letter, one).items()} for letter in letters}
