import { testEvaluationUnderKills } from './testing/evaluation-under-kills.ts'

testEvaluationUnderKills({ images: 320, kills: 20 })
