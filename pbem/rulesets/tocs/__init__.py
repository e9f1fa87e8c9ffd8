"""TOCS: operational WWII, companies on 1.2 km hexes, impulses bought with operation points, two perimeters."""
