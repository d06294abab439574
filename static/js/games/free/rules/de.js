/** Die Regeln in ein paar Schritten. */
export const words = {
  steps: [
    'Wähle ein Feld und schreib. Alle mit dem Link sehen jeden Buchstaben sofort.',
    'Die Farbe zeigt, wer einen Buchstaben geschrieben hat. „Zurück“ nimmt deine eigenen zurück.',
    'Niemand gewinnt: Schreibt Wörter, ein Kreuzworträtsel oder eine Nachricht.',
  ],
  shortcuts: [
    ['Pfeile', 'bewegen'],
    ['Leertaste', 'senkrecht statt waagerecht schreiben'],
    ['Enter', 'nächste Reihe'],
    ['Strg Z', 'zurücknehmen'],
  ],
};
