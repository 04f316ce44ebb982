import { testEvaluationUnderKills } from './testing/evaluation-under-kills.ts'

testEvaluationUnderKills({ images: 40, kills: 2 })
