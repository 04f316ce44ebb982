import { testSweepUnderKills } from '../testing/sweep-under-kills.ts'

testSweepUnderKills({ widths: [8], epochs: 60, kills: 1 })
