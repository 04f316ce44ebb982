import { testSweepUnderKills } from '../testing/sweep-under-kills.ts'

testSweepUnderKills({ widths: [8, 12, 16, 20, 24, 28], epochs: 40, kills: 5 })
