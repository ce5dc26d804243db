"""What tests of amendments have in common: an evening of Big Two from a score sheet."""

SHEET = b"""{"do":"opened","format":"upcard/1","log":"x","game":"big_two","seats":["C","S","H","Jj"],"at":"2013-03-19"}
{"do":"hand_started"}
{"do":"scored","counts":[1,1,5,0]}
{"do":"hand_started"}
{"do":"scored","counts":[6,0,2,6]}
{"do":"closed"}
"""
