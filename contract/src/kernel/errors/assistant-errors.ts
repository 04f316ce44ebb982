import { entry } from './entry.ts'

export const assistantErrors = {
  'conversation.not-found': entry(404680, 'This conversation no longer exists', '该对话已不存在'),
  'message.not-found': entry(404681, 'This message no longer exists', '该消息已不存在'),
  'tool-call.not-found': entry(404682, 'This call no longer exists', '该调用已不存在'),
  'assistant.no-service': entry(
    409680,
    'No chat service is set up: add one under Settings, Services',
    '尚未配置对话服务：请在“设置 → 服务”中添加',
  ),
  'assistant.replying': entry(409681, 'A reply is being written: wait for it, or stop it', '正在回复：请等待或先停止'),
  'assistant.nothing-to-regenerate': entry(409682, 'There is no message to reply to', '没有可回复的消息'),
  'tool-call.decided': entry(409683, 'This call no longer waits for approval', '该调用已不在等待批准'),
  'message.not-editable': entry(409684, 'Only messages of your own can be edited', '只能编辑自己的消息'),
  'assistant.limit': entry(
    429680,
    'You have sent {most} messages within an hour: the next one can be sent at {time}',
    '一小时内已发送 {most} 条消息：可在 {time} 之后继续发送',
  ),
  'assistant.too-many-replies': entry(
    429681,
    'At most {most} replies are written for you at once: wait for one, or stop it',
    '最多同时回复 {most} 条：请等待或停止其中之一',
  ),
  'assistant.too-many-conversations': entry(
    409685,
    'You have {most} conversations: delete some first',
    '你已有 {most} 个对话：请先删除部分对话',
  ),
} as const
