/** Die Regeln in ein paar Schritten. */
export const words = {
  steps: [
    'Schreib ein Wort mit fünf Buchstaben und schließ es mit Enter ab.',
    'Grün: Der Buchstabe steht richtig. Orange: Er gehört woanders ins Wort. Grau: Er ist nicht im Wort.',
    'Du hast fünf Reihen.',
  ],
  race: ['Die anderen sehen deine Farben, nie deine Buchstaben.'],
  shortcuts: [
    ['Enter', 'Wort abschließen'],
    ['Rücktaste', 'löschen'],
  ],
};
