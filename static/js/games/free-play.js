/** A shared board: anybody writes anywhere, words light up and score. */
import { byId, say, show } from '../page/dom.js';
import { text } from '../strings.js';
import { Play } from './play.js';

export default class FreePlay extends Play {
  draw() {
    super.draw();
    const { client, mayWrite, state } = this;
    const isEmpty = state.cells.every((_, cell) => this.isEmpty(cell));
    this.hint(isEmpty && state.playing && !state.locked && (mayWrite ? text.hintOpen : text.hintJoin));
    this.showTools('turn', client.me && mayWrite && 'undo', mayWrite && 'clear');
    show(byId('lock'), true);
    say(byId('lock'), state.locked ? text.unlock : text.lock);
  }
}
