/** Die Regeln in ein paar Schritten. */
export const words = {
  steps: [
    'Reihum nennt jemand einen Buchstaben.',
    'Alle setzen ihn auf ihr eigenes Brett. Ein gesetzter Buchstabe bleibt, wo er ist.',
    'Sind die Bretter voll, zählen die Wörter waagerecht und senkrecht.',
  ],
  daily: [
    'Die Buchstaben kommen einzeln. Setze jeden auf dein Brett; dort bleibt er dann.',
    'Den letzten Buchstaben wählst du selbst.',
    'In jeder Reihe und Spalte zählt das längste Wort: so viele Punkte wie Buchstaben, ab 3.',
  ],
  shortcuts: [
    ['A bis Z', 'Buchstaben nennen'],
    ['Pfeile', 'bewegen'],
    ['Enter oder Leertaste', 'Buchstaben setzen'],
  ],
};
