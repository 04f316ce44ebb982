import { testGenerationUnderKills } from './testing/generation-under-kills.ts'

testGenerationUnderKills({ images: 60, kills: 6 })
