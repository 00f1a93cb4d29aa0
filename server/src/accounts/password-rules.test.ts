import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const ANN = { email: 'ann.kalnins@mail.example.com', name: 'Ann Kalniņa' };

describe('refused', () => {
  test.each([
    ['short', 'nine char', /10 to 128/],
    ['too long', 'ab cd '.repeat(30), /10 to 128/],
    ['one character', 'zzzzzzzzzz', /pattern/],
    ['three characters', 'abababcababc', /pattern/],
    ['a repeated unit', 'x7#qx7#qx7#q', /pattern/],
    ['a repeated unit with a rest', 'x7#qx7#qx7', /pattern/],
    ['digits in order', '1234567890', /pattern/],
    ['digits around the end', '6789012345', /pattern/],
    ['digits backwards', '0987654321', /pattern/],
    ['letters in order', 'abcdefghijkl', /pattern/],
    ['letters backwards', 'ZYXWVUTSRQ', /pattern/],
    ['a common one', 'q1w2e3r4t5', /common/],
    ['a common one in capitals', 'PASSWORD123', /common/],
    ['a common one with digits around it', '!Football24', /common/],
    ['a keyboard row', 'qwertyuiop', /common/],
    ['the address', 'ann.kalnins@mail.example.com', /name or email/],
    ['the local part and a year', 'AnnKalnins2026', /name or email/],
    ['the domain', 'mail.example.com!', /name or email/],
    ['the name', 'Kalniņa-Ann-77', /name or email/],
    ['the name and two letters', 'kalniņa-ann-xy', /name or email/],
    ['a season and a year', 'Summer2026!!', /common words/],
    ['a year and a season', '2025_Winter_!', /common/],
    ['a month and a year', 'November-2026', /common/],
    ['a weekday and numbers', 'Monday12345!', /common/],
    ['a city and a year', 'London2024!!!', /common/],
    ['a common phrase', 'letmeinplease', /common words/],
    ['a phrase about passwords', 'thisismypassword', /common words/],
    ['two common passwords', 'iloveyou-dragon', /common/],
    ['replaced letters and a year', 'P@55w0rd2026!', /common/],
    ['the product and a year', 'overdue2026!', /common words/],
    ['a greeting and the product', 'Welcome2Overdue!', /common words/],
    ['the company and a year', 'MyCompany2026!', /common words/],
    ['runs of characters', 'aaaa1111!!!!bbbb', /common words/],
    ['a date and a word', 'secret24121999', /common words/],
    ['the name, a common word and a year', 'AnnLovesYou2026', /name or email|common words/],
    ['the first name and many digits', 'ann83017465', /name or email/],
  ])('refuses %s', async (_, password, message) => {
    expect(await passwordProblem(password, ANN)).toMatch(message);
  });
});

describe('accepted', () => {
  test.each([
    'correct horse battery',
    'tr0ub4dor and three',
    'annual review of bees',
    '8#kQz!04vW',
    '4071 9358 2266',
    'ключ от старого сада',
    'ann likes long walks',
    'staple that horse first',
    'x7Kp2mQ9wL',
    'violet-harbour-2026-otter',
    'granite lemonade tuesday',
  ])('accepts %s', async (password) => {
    expect(await passwordProblem(password, ANN)).toBeNull();
  });

  test('the domain of another person', async () => {
    expect(await passwordProblem('kalnins-on-mail', { email: 'x@y.z', name: 'X' })).toBeNull();
  });
});
