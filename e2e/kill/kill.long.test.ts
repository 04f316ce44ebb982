import { describeKills } from './kill-suite.ts'

describeKills({ killsInEachPhase: 10, pictures: 40, epochs: 60, inferenceRuns: 2 })
