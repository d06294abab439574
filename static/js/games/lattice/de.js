/** Die Sätze nur dieses Spiels. */
export const words = {
  example: ['SLOTZE#C#IORKANT#P#NTARTE', 'hnhnhm#h#hhhhhhh#m#hhhhhh'],
  title: 'Wortgitter',
  task: 'ein Wortgitter',
  summary: 'Tausche Buchstaben, bis alle sechs Wörter stimmen.',
  solo: 'Allein',
  together: 'Team',
  race: 'Rennen',

  raceLine: 'Dasselbe Gitter für alle. Die meisten übrigen Züge gewinnen, bei Gleichstand die schnellere Zeit.',
  limitHint: (clock) => `Zeitlimit: ${clock}.`,

  isHit: 'Steht richtig und bleibt dort.',
  isNear: 'Gehört woanders ins Wort.',
  isMiss: 'Gehört in ein anderes Wort.',
  keys: 'Brett. Pfeiltasten bewegen, die Leertaste nimmt einen Buchstaben auf und tauscht ihn, Escape legt ihn zurück.',
  hint: 'Zieh zwei aufeinander, oder tippe beide an.',
  choose: (letter) => `Mit welchem Buchstaben tauschst du ${letter}?`,
  pickedUp: (letter, square) => `${letter} auf ${square} aufgenommen`,
  putBack: (letter) => `${letter} zurückgelegt`,
  inPlace: (letter) => `${letter} steht richtig und bleibt dort.`,
  sameLetter: (letter) => `Beide Buchstaben sind ${letter}.`,
  overtaken: 'Das Brett hat sich vorher geändert, dein Tausch fällt weg.',
  swapped: (one, other) => `${one} und ${other} getauscht`,
  swappedBy: (name, one, other) => `${name} hat ${one} und ${other} getauscht`,
  marked: (letter, square, mark) => `${letter} auf ${square}: ${mark}`,
  complete: (word) => `${word} ist fertig`,

  counter: 'Züge übrig:',
  swapsLeft: (n) => (n === 1 ? 'Noch 1 Zug' : `Noch ${n} Züge`),
  possible: (n) => (n === 1 ? 'Noch 1 Stern möglich' : `Noch ${n} Sterne möglich`),
  timeLeft: (clock) => `noch ${clock}`,
  tally: (hit, near, miss) => `${hit} richtig, ${near} woanders im Wort, ${miss} in einem anderen Wort`,

  ends: {
    flawless: ['Makellos!', 'Kein Zug zu viel!'],
    solved: ['Wunderbar entwirrt!', 'Gut gemacht!'],
    close: ['Um Haaresbreite!', 'Gerade noch geschafft!'],
    lost: ['Diesmal nicht.', 'So knapp.'],
  },
  solved: (n) => (n === 0 ? 'Mit dem letzten Zug gelöst' : `Gelöst: ${n} von 5 Sternen`),
  stars: (n) => (n === 1 ? '1 Stern' : `${n} Sterne`),
  starsHead: 'Sterne',
  codes: {
    'cell-locked': 'Dieser Buchstabe bleibt, wo er ist.',
    'nothing-to-swap': 'Diese beiden Buchstaben sind gleich.',
  },
};
