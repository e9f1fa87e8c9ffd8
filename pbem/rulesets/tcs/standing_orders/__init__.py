"""What answers for a side while a turn is played: the questions that it is asked, and the policies by which its desk answers.

An answer looks at the side's own picture, its policies and the words of the question, nothing else. Policies are filed by parts,
one for each key and each of those that it is said for; the narrowest wins. First file: `asked.py`.
"""
