import { testRolloutUnderKills } from './testing/rollout-under-kills.ts'

testRolloutUnderKills({ boards: 20, accounts: 10, kills: 10 })
