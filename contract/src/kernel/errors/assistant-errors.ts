export const assistantErrors = {
  'conversation.not-found': { code: 404680, text: { en: 'This conversation no longer exists', zh: '该对话已不存在' } },
  'message.not-found': { code: 404681, text: { en: 'This message no longer exists', zh: '该消息已不存在' } },
  'tool-call.not-found': { code: 404682, text: { en: 'This call no longer exists', zh: '该调用已不存在' } },
  'assistant.no-service': {
    code: 409680,
    text: {
      en: 'No chat service is set up: add one under Settings, Services',
      zh: '尚未配置对话服务：请在“设置 → 服务”中添加',
    },
  },
  'assistant.replying': {
    code: 409681,
    text: { en: 'A reply is being written: wait for it, or stop it', zh: '正在回复：请等待或先停止' },
  },
  'assistant.nothing-to-regenerate': {
    code: 409682,
    text: { en: 'There is no message to reply to', zh: '没有可回复的消息' },
  },
  'tool-call.decided': {
    code: 409683,
    text: { en: 'This call no longer waits for approval', zh: '该调用已不在等待批准' },
  },
  'message.not-editable': {
    code: 409684,
    text: { en: 'Only messages of your own can be edited', zh: '只能编辑自己的消息' },
  },
  'assistant.limit': {
    code: 429680,
    text: {
      en: 'You have sent {most} messages within an hour: the next one can be sent at {time}',
      zh: '一小时内已发送 {most} 条消息：可在 {time} 之后继续发送',
    },
  },
  'assistant.too-many-replies': {
    code: 429681,
    text: {
      en: 'At most {most} replies are written for you at once: wait for one, or stop it',
      zh: '最多同时回复 {most} 条：请等待或停止其中之一',
    },
  },
  'assistant.too-many-conversations': {
    code: 409685,
    text: { en: 'You have {most} conversations: delete some first', zh: '你已有 {most} 个对话：请先删除部分对话' },
  },
} as const
