from engine.computers.uniform import choose_random as choose_easy
