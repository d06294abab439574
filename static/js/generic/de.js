/** Die Sätze, die nur Spiele ohne eigenen Ordner brauchen. */
export const words = {
  actions: 'Aktionen',
  about: 'Über dieses Spiel',
  none: 'Keine',
  yes: 'ja',
  no: 'nein',
  fact: (name, value) => `${name}: ${value}`,
  squareHint: 'Ein Feld von a1 bis e5.',
  timeLeft: (clock) => `noch ${clock}`,
  nobodyWins: 'Niemand gewinnt',
  yourTurn: 'Du bist dran',
  turnOf: (name) => `${name} ist dran`,
};
