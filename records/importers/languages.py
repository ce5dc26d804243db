"""What stands on score sheets in German, French, Italian, Spanish and Dutch, by the English word that means the same."""

from collections.abc import Iterable, Iterator
from typing import Final

_ABROAD: Final = {
    # what every sheet may have
    "dealer": "geber kartengeber donneur mazziere mazzo cartaio gever repartidor",
    "hand": "spiel runde partie blatt donne manche jeu mano smazzata giro mão partida ronda spel ronde",
    "player": "spieler spielerin joueur joueuse giocatore giocatrice giocatori jugador jugadora speler",
    "side": "paar paarung équipe equipe coppia squadra pareja equipo",
    "note": "bemerkung bemerkungen anmerkung anmerkungen notiz remarque remarques observations nota osservazioni notas opmerking opmerkingen",
    "place": "spielort luogo",
    "session": "tisch abend tavolo serata tafel avond",
    "skip": "uhrzeit zeit heure ora prüfsumme kontrolle contrôle controllo",
    # what many games have
    "points": "punkte punktzahl punti punteggio puntos punten",
    "totals": "summe gesamt gesamtpunkte zwischenstand totale progressivo totaal cumul",
    "tricks": "stiche stich plis pli levées prese presa bazas baza slagen",
    "trump": "trumpf atout briscola troef triunfo",
    "cards left": "restkarten übrig restantes rimaste",
    # what stands in one column of a hand
    "winner": "gewinner gewinnerin sieger siegerin gagnant gagnante vainqueur vincitore vincitrice ganador ganadora winnaar gewonnen",
    "declarer": "alleinspieler alleinspielerin spielmacher preneur preneuse déclarant chiamante solista dichiarante",
    "landlord": "grundherr gutsherr propriétaire padrone",
    "bid": "gebot ansage reizwert enchère dichiarazione puja",
    "won or lost": "gewinn gewinn/verlust gain gains gain/perte vincita vincite jetons gettoni fichas",
    # bets
    "bet": "wette satz mise\u00a0sur scommessa apuesta",
    "stake": "einsatz mise puntata posta inzet",
    "insured": "versicherung versichert assurance assicurazione",
    "colour": "farbe couleur\u00a0première colore kleur",
}
_WORDS_ABROAD: Final = {
    # what stands in cells
    "clubs": "kreuz treff eichel trèfle trefle trèfles fiori tréboles klaver klaveren",
    "diamonds": "karo schellen carreau carreaux quadri diamantes ruiten",
    "hearts": "herz coeur cœur coeurs cuori corazones harten",
    "spades": "pik schippen pique piques picche picas schoppen",
    "red": "rot rouge rosso rojo rood",
    "black": "schwarz noir noire nero negro zwart",
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
    | {"gestrichen", "barré", "barrée", "cancellata", "anulada", "ongeldig"}
)
"""What is written beside a hand that does not count."""


def _listed(table: dict[str, str]) -> dict[str, tuple[str, ...]]:
    return {word: tuple(one.replace("\u00a0", " ") for one in others.split(" ")) for word, others in table.items()}


_OTHERS: Final = _listed(_ABROAD)
_SAID: Final = _listed(_WORDS_ABROAD)


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
