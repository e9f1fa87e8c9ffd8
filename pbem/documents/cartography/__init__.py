"""The drawn map: what a desk knows, laid over the printed ground as a staff would draw it.

Below: palette, lettering and strokes (how a thing is written as SVG), curves and paper (where a thing lies). Then the ground
(terrain, relief, waters, ways), the boxes that words keep off, the situation (bridgework, front, arrows, stacks, signs), the
words (names, lists), and the sheet that frames it all. Nothing of a situation is drawn but what its MapPicture holds, and no
word is placed by anything else: a name that dodged an unseen unit would betray it.
"""
