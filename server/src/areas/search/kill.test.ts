import { testIndexUnderKills } from './testing/index-under-kills.ts'

testIndexUnderKills({ images: 72, kills: 2 })
