-- The words of articles without their text; what was purged is swept out later, as no key reaches a virtual table.
CREATE VIRTUAL TABLE article_text USING fts5(words, content='', contentless_delete=1, tokenize='unicode61');
