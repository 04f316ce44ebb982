import { testRolloutUnderKills } from './testing/rollout-under-kills.ts'

testRolloutUnderKills({ boards: 2, accounts: 5, kills: 2 })
