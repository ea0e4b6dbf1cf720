"""RLlib learns a game: masked PPO by self-play, one policy for every chair, measured against random play.

    python examples/learn_rllib.py --game spiskowcy --seats 2 --iterations 20

Needs the extras `lab` and `ray`, and what RLlib itself needs (docs/lab.md says how to get it). A step costs RLlib some
hundred times what the game costs; `examples/learn.py` learns the same game faster in numpy alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from intryga.lab.gym import AgainstBots
from intryga.lab.rllib import IntrygaEnv

POLICY = "everybody"


def configured(game: str, seats: int, batch: int) -> PPOConfig:
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "relu"},
    )
    return (
        PPOConfig()
        .environment(IntrygaEnv, env_config={"game": game, "seats": seats})
        .env_runners(num_env_runners=0)    # the game is in this process: it is not what takes long
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **more: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            train_batch_size_per_learner=batch, minibatch_size=min(256, batch), num_epochs=4, lr=5e-4,
            entropy_coeff=0.01, gamma=1.0,
        )
        .debugging(seed=1, log_level="ERROR")
    )


def win_share(module: Any, game: str, seats: int, games: int) -> float:
    """Against random play, each chair in turn."""
    env, rng, won = AgainstBots(game, seats, "random"), np.random.default_rng(1), 0.0
    for number in range(games):
        seen, _ = env.reset(seed=10_001 + number)
        over = False
        while not over:
            asked = {
                "observations": torch.from_numpy(seen["observation"].astype(np.float32))[None],
                "action_mask": torch.from_numpy(seen["action_mask"].astype(np.float32))[None],
            }
            with torch.no_grad():
                logits = module.forward_inference({"obs": asked})["action_dist_inputs"]
            chances = torch.softmax(logits, -1)[0].numpy().astype(np.float64)
            seen, reward, over, _, _ = env.step(int(rng.choice(len(chances), p=chances / chances.sum())))
        won += (reward * (seats - 1) + 1) / seats
    return won / games


def train(game: str, seats: int, batch: int) -> Iterator[tuple[Any, int]]:
    """The policy after each iteration, and from how many decisions so far; for ever."""
    algorithm, decisions = configured(game, seats, batch).build_algo(), 0
    while True:
        algorithm.train()
        decisions += batch
        yield algorithm.get_module(POLICY), decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="spiskowcy")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4000)
    wanted = parser.parse_args()
    began = time.monotonic()
    for number, (module, decisions) in enumerate(train(wanted.game, wanted.seats, wanted.batch), 1):
        won = win_share(module, wanted.game, wanted.seats, 100)
        print(f"{time.monotonic() - began:6.0f} s  {decisions:8,} decisions  wins {won:.0%} against random", flush=True)
        if number == wanted.iterations:
            break


if __name__ == "__main__":
    main()
