import { testFineTuningUnderKills } from './testing/fine-tuning-under-kills.ts'

testFineTuningUnderKills({ kills: 10, steps: 2_000, samplings: 40 })
