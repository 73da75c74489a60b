"""One turn of a conversation: what is said is kept and answered, by a language model or from memory alone.

The order is the promise. The person's message is committed before a model is called, and no transaction is open
meanwhile; the reply is committed before its last piece is handed out. So whatever breaks off in between, neither is
lost, and a turn that is tried again under the same id says and answers nothing twice.
"""

from reverie.app.turns.record import BROKEN_OFF, Called, Finish, Turn
from reverie.app.turns.relay import Relaying
from reverie.app.turns.streaming import Streaming
from reverie.app.turns.turn_taking import Turns

__all__ = ["BROKEN_OFF", "Called", "Finish", "Relaying", "Streaming", "Turn", "Turns"]
