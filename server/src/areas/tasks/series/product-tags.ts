/** What the server itself notes among the tags of a task: neither clients nor people see it. */
export const productTags = 'vermilion.'
