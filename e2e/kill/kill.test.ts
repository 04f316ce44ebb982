import { describeKills } from './kill-suite.ts'

describeKills({ killsInEachPhase: 3, pictures: 16, epochs: 20, inferenceRuns: 1 })
