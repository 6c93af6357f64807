import { test } from '@japa/runner'
import { attachment } from '#app/http/attachment'

test.group('Attachments', () => {
  test('names of files are harmless and readable', ({ assert }) => {
    assert.equal(
      attachment('Zürich "1"\r\n%.csv'),
      `attachment; filename="Zurich 1.csv"; filename*=UTF-8''Z%C3%BCrich%20%221%22%0D%0A%25.csv`,
    )
    assert.match(
      attachment('日本.csv'),
      /^attachment; filename="\.csv"; filename\*=UTF-8''%E6%97%A5%E6%9C%AC\.csv$/,
    )
  })

  test('half an emoji ends nothing', ({ assert }) => {
    assert.match(attachment(`a${'👍'.slice(0, 1)}.csv`), /filename\*=UTF-8''a%EF%BF%BD\.csv$/)
  })
})
