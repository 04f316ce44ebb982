import { testGenerationUnderKills } from './testing/generation-under-kills.ts'

testGenerationUnderKills({ images: 400, kills: 20 })
