import { describeKills } from './kill-suite.ts'

describeKills({ killsInEachPhase: 1, pictures: 8, epochs: 8, inferenceRuns: 1 })
