package flowtools

import (
	"context"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// The methods of this file are what people would write for the tools, with the same client: each does what the generated method
// of the name behind "by" does.

func (s *Service) byHandFollow(ctx context.Context, in FollowItemsInput) (out FollowItemsOutput, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	first, err := s.shop.item(ctx, withID(in.ID))
	if err != nil {
		return out, nact.StepError("first", err)
	}
	second, err := s.shop.item(ctx, withID(first.Next))
	if err != nil {
		return out, nact.StepError("second", err)
	}
	third, err := s.shop.item(ctx, withID(second.Next))
	if err != nil {
		return out, nact.StepError("third", err)
	}
	return FollowItemsOutput{Price: third.Price}, nil
}

func (s *Service) byHandCompare(ctx context.Context, in CompareItemsInput) (out CompareItemsOutput, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var first, second, third *shopItem
	g := newGroup(ctx)
	defer g.cancel()
	g.run(func(ctx context.Context) (err error) {
		first, err = s.shop.item(ctx, withID(in.ID))
		return err
	})
	g.run(func(ctx context.Context) (err error) {
		second, err = s.shop.item(ctx, withID(in.ID+1))
		return err
	})
	g.run(func(ctx context.Context) (err error) {
		third, err = s.shop.item(ctx, withID(in.ID+2))
		return err
	})
	g.Wait()
	if g.err != nil {
		return out, nact.StepError("item", g.err)
	}
	return CompareItemsOutput{Price: min(first.Price, second.Price, third.Price)}, nil
}

// group is what golang.org/x/sync/errgroup is, without what is not needed here.
type group struct {
	sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once
	err    error
}

func newGroup(ctx context.Context) *group {
	g := &group{}
	g.ctx, g.cancel = context.WithCancel(ctx)
	return g
}

func (g *group) run(f func(context.Context) error) {
	g.Go(func() {
		if err := f(g.ctx); err != nil {
			g.once.Do(func() { g.err = err; g.cancel() })
		}
	})
}

func (s *Service) byHandCheck(ctx context.Context) (out CheckItemsOutput, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	list, err := s.shop.items(ctx)
	if err != nil {
		return out, nact.StepError("list", err)
	}
	items := make([]shopItem, 0, len(list.Items))
	for _, listed := range list.Items {
		item, err := s.shop.item(ctx, withID(listed.ID))
		if err != nil {
			return out, nact.StepError("items", err)
		}
		items = append(items, *item)
	}
	return CheckItemsOutput{Cheap: cheap(items)}, nil
}

func (s *Service) byHandCheckAtOnce(ctx context.Context) (out CheckItemsAtOnceOutput, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	list, err := s.shop.items(ctx)
	if err != nil {
		return out, nact.StepError("list", err)
	}
	var wg sync.WaitGroup
	var once sync.Once
	var failed error
	items := make([]shopItem, len(list.Items))
	free := make(chan struct{}, 4)
	for i, listed := range list.Items {
		free <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() { <-free; wg.Done() }()
			item, err := s.shop.item(ctx, withID(listed.ID))
			if err != nil {
				once.Do(func() { failed = nact.StepError("items", err); cancel() })
				return
			}
			items[i] = *item
		}()
	}
	wg.Wait()
	if failed != nil {
		return out, failed
	}
	return CheckItemsAtOnceOutput{Cheap: cheap(items)}, nil
}

func (s *Service) byHandList(ctx context.Context) (out ListOrdersOutput, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var cursor nact.Opt[string]
	for len(out.Orders) < 1000 {
		page, err := s.shop.orders(ctx, shopOrdersParams{Cursor: cursor})
		if err != nil {
			return ListOrdersOutput{}, nact.StepError("orders", err)
		}
		out.Orders = append(out.Orders, page.Orders...)
		if cursor = page.Next; cursor.Value == "" {
			break
		}
	}
	return out, nil
}

func (s *Service) byHandFind(ctx context.Context, in FindOrderInput) (out FindOrderOutput, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var cursor nact.Opt[string]
	for {
		page, err := s.shop.orders(ctx, shopOrdersParams{Cursor: cursor})
		if err != nil {
			return out, nact.StepError("orders", err)
		}
		for _, order := range page.Orders {
			if order.Total > in.Amount {
				return FindOrderOutput{Number: nact.Some(order.Number)}, nil
			}
		}
		if cursor = page.Next; cursor.Value == "" {
			return out, nil
		}
	}
}

func cheap(items []shopItem) int64 {
	count := int64(0)
	for _, item := range items {
		if item.Price < 50 {
			count++
		}
	}
	return count
}

func withID(id int64) shopItemParams { return shopItemParams{ID: id} }
