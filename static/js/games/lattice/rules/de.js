/** Die Regeln in ein paar Schritten. */
export const words = {
  steps: [
    'Drei Wörter waagerecht und drei senkrecht, mit vertauschten Buchstaben.',
    'Tausche immer zwei: Zieh einen Buchstaben auf den anderen, oder tippe beide an.',
    'Grün: Der Buchstabe steht richtig. Orange: Er gehört woanders ins Wort. Grau: Er gehört in ein anderes Wort.',
    'Löse es in 15 Zügen. Jeder Zug, der übrig bleibt, ist ein Stern.',
  ],
  race: ['Die anderen sehen, wie viele Buchstaben bei dir richtig stehen, nie welche.'],
  shortcuts: [
    ['Pfeile', 'bewegen'],
    ['Leertaste', 'Buchstaben aufnehmen, dann tauschen'],
    ['Esc', 'zurücklegen'],
  ],
};
