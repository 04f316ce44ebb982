import { testRunUnderKills } from './testing/run-under-kills.ts'

testRunUnderKills({ images: 60, kills: 3 })
