import { catalogue } from '#lib/i18n.ts'

export const conflictText = catalogue('annotation-conflict', {
  en: {
    conflictTitle: 'Somebody else has saved this image meanwhile',
    conflictWords: 'Nothing was overwritten. Choose what the image shall hold; undo takes your choice back.',
    mine: 'Yours',
    theirs: 'On the server',
    countShapes: { one: '{count} shape', other: '{count} shapes' },
    disputed: {
      one: '{count} shape was changed on both sides. The merge takes:',
      other: '{count} shapes were changed on both sides. The merge takes:',
    },
    'dispute-both': 'Both, one beside the other',
    'dispute-mine': 'Yours',
    'dispute-theirs': 'Those on the server',
    undisputed: 'No shape was changed on both sides: the merge keeps everything.',
    merge: 'Merge both',
    keepMine: 'Keep yours',
    keepTheirs: 'Keep the server version',
  },
  zh: {
    conflictTitle: '他人已保存过这张图片',
    conflictWords: '未覆盖任何内容。请选择图片应保留的内容，之后可以撤销。',
    mine: '你的版本',
    theirs: '服务器版本',
    countShapes: '{count} 个图形',
    disputed: '{count} 个图形被双方修改。合并时采用：',
    'dispute-both': '两者都保留',
    'dispute-mine': '你的',
    'dispute-theirs': '服务器上的',
    undisputed: '没有双方都修改的图形：合并会保留全部内容。',
    merge: '合并双方',
    keepMine: '保留你的版本',
    keepTheirs: '保留服务器版本',
  },
})
