/** Die Regeln in ein paar Schritten. */
export const words = {
  steps: [
    'Jeder Hinweis führt zu einem Wort, waagerecht oder senkrecht. Wo sich zwei kreuzen, teilen sie einen Buchstaben.',
    'Drück noch einmal auf ein Feld, um von waagerecht zu senkrecht zu wechseln.',
    'Die Hilfe prüft oder zeigt Buchstaben; beim Ergebnis steht dann „Mit Hilfe“.',
  ],
  race: ['Alle haben ein eigenes Brett. Die anderen sehen nur, wie viele Buchstaben du hast.'],
  shortcuts: [
    ['Pfeile', 'bewegen, oder erst die Richtung wechseln'],
    ['Enter oder Tab', 'nächster Hinweis'],
    ['Leertaste', 'Richtung wechseln'],
    ['Esc', 'mehrere Buchstaben in einem Feld'],
    ['?', 'prüfen und zeigen'],
  ],
};
