import { catalogue } from '#lib/i18n.ts'

export const walkText = catalogue('first-steps', {
  en: {
    title: 'First steps',
    label: 'Label the first image',
    train: 'Train a model',
    run: 'Run it',
    labelNow: 'Label',
    trainNow: 'Train',
    runNow: 'Run',
    watch: 'Watch',
    rendering: 'Rendering {done} of {total}',
    training: 'Training',
    running: 'Running',
    done: 'Done',
    dismiss: 'Dismiss the first steps',
  },
  zh: {
    title: '入门步骤',
    label: '标注第一张图片',
    train: '训练模型',
    run: '运行模型',
    labelNow: '标注',
    trainNow: '训练',
    runNow: '运行',
    watch: '查看',
    rendering: '正在渲染 {done} / {total}',
    training: '训练中',
    running: '运行中',
    done: '已完成',
    dismiss: '关闭入门步骤',
  },
})
