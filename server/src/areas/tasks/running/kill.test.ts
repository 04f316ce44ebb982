import { testTasksUnderKills } from '../testing/tasks-under-kills.ts'

testTasksUnderKills({ tasks: 60, kills: 4 })
