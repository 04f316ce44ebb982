export const folderList = (text: string) => text.split(':').filter(Boolean)
export const commaList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
