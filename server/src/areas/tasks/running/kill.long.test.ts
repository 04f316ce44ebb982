import { testTasksUnderKills } from '../testing/tasks-under-kills.ts'

testTasksUnderKills({ tasks: 200, kills: 10 })
