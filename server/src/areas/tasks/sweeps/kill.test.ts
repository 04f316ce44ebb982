import { testSweepUnderKills } from '../testing/sweep-under-kills.ts'

testSweepUnderKills({ widths: [8], epochs: 90, kills: 1 })
