"""The classes of counters as orders name them, and whom a standing order is for: parts of syntax lines."""

CLASS = "(armour|soft|guns|foot|any)"
WHOM = "(UNITS|all|stack HEX_STACK|sheet SHEET)"
MISSIONS = "(attack|move|hasty defense|prep defense|reserve)"
