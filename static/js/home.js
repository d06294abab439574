/** The first page: what can be played here. */
import { keepOffline } from './page/offline.js';

keepOffline();
