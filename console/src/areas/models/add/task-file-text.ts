import { catalogue } from '#lib/i18n.ts'

export const taskFileText = catalogue('models-add-task-file', {
  en: {
    task: 'Task',
    taskMissing: 'Please select a task',
    chooseTask: 'Choose a task',
    noTask: 'No task matches',
    noFile: 'This task has left no model file',
  },
  zh: {
    task: '任务',
    taskMissing: '请选择任务',
    chooseTask: '选择任务',
    noTask: '没有匹配的任务',
    noFile: '此任务没有输出模型文件',
  },
})
