"""Every game as an environment for programs that learn: PettingZoo, Gymnasium and OpenSpiel.

Each adapter needs the extra of its name (``pip install meowple[pettingzoo]``) and is a module of
that name: `meowple.envs.pettingzoo`, `meowple.envs.gymnasium`, `meowple.envs.openspiel`. Of games with
a kernel `meowple.envs.batch` plays many matches at once.
"""
