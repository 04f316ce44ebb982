import { testRunUnderKills } from './testing/run-under-kills.ts'

testRunUnderKills({ images: 5_000, kills: 10 })
