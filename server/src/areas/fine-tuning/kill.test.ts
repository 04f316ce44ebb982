import { testFineTuningUnderKills } from './testing/fine-tuning-under-kills.ts'

testFineTuningUnderKills({ kills: 2, steps: 60, samplings: 10 })
