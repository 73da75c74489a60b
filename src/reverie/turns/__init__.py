"""One turn of a conversation: what is said is kept and answered, by a language model or from memory alone.

The order is the promise. The person's message is committed before a model is called, and no transaction is open
meanwhile; the reply is committed before its last piece is handed out. So whatever breaks off in between, neither is
lost, and a turn that is tried again under the same id says and answers nothing twice.
"""

from reverie.turns.record import BROKEN_OFF, Called, Finish, Turn
from reverie.turns.relaying import Relaying
from reverie.turns.room import Turns
from reverie.turns.streaming import Streaming

__all__ = ["BROKEN_OFF", "Called", "Finish", "Relaying", "Streaming", "Turn", "Turns"]
